"""The files of a table: journals and agreements, their codec, and atomic writing."""
