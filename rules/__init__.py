"""The games that the table referees: states, actions, events and records, with no input or output.

Each game is a module of the same shape: `new_game`, `apply`, `legal_actions`, `outcome`, and
`state.awaits`. Dice arrive as arguments; nothing here throws any.
"""
