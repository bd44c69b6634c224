"""The real devices of a Raspberry Pi; each module needs its library, and says so when imported."""
