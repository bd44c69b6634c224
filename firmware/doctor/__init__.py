"""`arbiter doctor`: every part of the table looked at, and how to mend what is wrong, offline."""
