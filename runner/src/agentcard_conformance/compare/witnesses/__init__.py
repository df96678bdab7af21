"""Which cards show a change, found among valid ones or made?"""
