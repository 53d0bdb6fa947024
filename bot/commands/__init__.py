"""The commands behind the `kingmaker` command line."""
