"""What a program writes to a terminal."""
import os


def said_to(ours):
    """All that comes to our end of a pseudo-terminal, until nobody has the other one; ours is closed."""
    said = b""
    while True:
        try:
            more = os.read(ours, 65536)
        except OSError:
            break
        if not more:
            break
        said += more
    os.close(ours)
    return said
