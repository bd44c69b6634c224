"""How the reader is made: rendered dice, real photos, training. No table imports this."""
