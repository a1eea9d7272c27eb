"""`python -m insightforge`."""

if __name__ == "__main__":  # spawned worker processes import this module under another name
    from insightforge.cli import main

    main()
