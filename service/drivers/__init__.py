"""The drivers that a configuration can name: options, constructors and needs."""
