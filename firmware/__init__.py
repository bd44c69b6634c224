"""The table: its loop, referee, screens, settings and command line."""
