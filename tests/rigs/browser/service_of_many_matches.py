"""The command `kibitz`, at whose tables a page may begin any number of matches.

Many tests share a table, and each begins a match; the usual limit would have them wait.
"""

from importlib import import_module

from service.web import rate_limits

if __name__ == "__main__":
    rate_limits.NEW_MATCH_LIMIT = rate_limits.PageRates(10_000, 100)
    import_module("service.cli.root_command").main()
