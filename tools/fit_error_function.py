"""Print the coefficients in `src/gradschool/torch/ops/error_function.py`.

python tools/fit_error_function.py        needs mpmath and scipy (make reference)
"""

import mpmath
import numpy as np
import scipy.special

mpmath.mp.dps = 40


def chebyshev(function, count):
    """Chebyshev coefficients of a function on [0, 1], by interpolation."""
    angles = [mpmath.pi * (i + mpmath.mpf(1) / 2) / count for i in range(count)]
    values = [function((mpmath.cos(angle) + 1) / 2) for angle in angles]

    def coefficient(k):
        terms = (v * mpmath.cos(k * a) for v, a in zip(values, angles, strict=True))
        return (2 if k else 1) * mpmath.fsum(terms) / count

    return [mpmath.nstr(coefficient(k), 18) for k in range(count)]


def tail(t):
    """log(eˣ² erfc(x) / t) with x = 2/t − 2."""
    x = 2 / t - 2
    return mpmath.log(mpmath.erfc(x) * mpmath.exp(x * x) / t)


def near_zero(square):
    """erf(x)/x as a function of x²."""
    x = mpmath.sqrt(square)
    return mpmath.erf(x) / x


def quotient(above, below, rounds=200):
    """P and Q of degrees `above` and `below` with erf(x) ≈ x·P(x²)/Q(x²) up to 4.

    Least squares on P − Q·erf(x)/x, weighted anew in each round: by 1/Q, which makes it
    the error of the quotient, and towards where the error is largest.
    """
    x = np.concatenate(
        (np.linspace(1e-3, 1, 800), 4 * np.sin(np.pi / 8000 * np.arange(1, 4001)))
    )
    square, y = x * x, scipy.special.erf(x) / x
    powers = square[:, None] ** np.arange(max(above, below) + 1)
    weight, stress, best = np.ones_like(x), np.ones_like(x), None
    for _ in range(rounds):
        system = np.hstack(
            (powers[:, : above + 1], -y[:, None] * powers[:, 1 : below + 1])
        )
        system *= (weight * stress / y)[:, None]
        scale = np.abs(system).max(0)
        solution = (
            np.linalg.lstsq(system / scale, weight * stress, rcond=None)[0] / scale
        )
        p, q = solution[: above + 1], np.concatenate(([1.0], solution[above + 1 :]))
        q_values = powers[:, : below + 1] @ q
        error = np.abs(powers[:, : above + 1] @ p / q_values / y - 1)
        if best is None or error.max() < best[0]:
            best = error.max(), p, q
        weight = 1 / np.abs(q_values)
        stress *= (0.2 + error / error.max()) ** 0.5
        stress /= stress.mean()
    return best


if __name__ == "__main__":
    print("near zero:", ", ".join(chebyshev(near_zero, 16)))
    print("tail:", ", ".join(chebyshev(tail, 34)))
    largest, p, q = quotient(5, 5)
    print(f"quotient, to {largest:.1e}:", p.tolist(), q.tolist())
