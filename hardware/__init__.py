"""The seams of the table, its real devices and its simulated ones."""
