"""Returns an instance of a class whose metaclass pretends to be float, and breaks when hashed or named. Class A4."""


class Pretender(type):
    __name__ = property(lambda cls: "float")

    def __hash__(cls):
        return hash(float)

    def __eq__(cls, other):
        return True

    def __instancecheck__(cls, instance):
        return True


class Value(metaclass=Pretender):
    __class__ = float


def attack(bait):
    return Value()
