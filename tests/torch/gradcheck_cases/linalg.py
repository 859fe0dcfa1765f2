"""Products and decompositions of matrices."""

from . import numbers


def cases(torch):
    def n(*shape):
        return numbers(torch, *shape)

    def regular(x):
        return x + 3 * torch.eye(3, dtype=torch.float64)

    def definite(x):
        return x @ x.mT + torch.eye(3, dtype=torch.float64)

    linalg = torch.linalg
    return {
        "mm": (torch.mm, (n(2, 3), n(3, 2))),
        "matmul of batches": (torch.matmul, (n(2, 2, 3), n(3, 2))),
        "bmm": (torch.bmm, (n(2, 2, 3), n(2, 3, 2))),
        "mv": (torch.mv, (n(2, 3), n(3))),
        "dot": (torch.dot, (n(3), n(3))),
        "addmm": (torch.addmm, (n(2, 2), n(2, 3), n(3, 2))),
        "baddbmm": (torch.baddbmm, (n(2, 2, 2), n(2, 2, 3), n(2, 3, 2))),
        "addbmm": (torch.addbmm, (n(2, 2), n(2, 2, 3), n(2, 3, 2))),
        "addmv": (torch.addmv, (n(2), n(2, 3), n(3))),
        "addr": (torch.addr, (n(2, 3), n(2), n(3))),
        "trace": (lambda x: x.trace() ** 2, (n(3, 3),)),
        "cross": (lambda x, y: torch.cross(x, y, dim=1), (n(2, 3), n(2, 3))),
        "inv": (lambda x: linalg.inv(regular(x)), (n(3, 3),)),
        "det": (lambda x: linalg.det(regular(x)), (n(3, 3),)),
        "slogdet": (lambda x: linalg.slogdet(regular(x))[1], (n(3, 3),)),
        "solve": (lambda x, b: linalg.solve(regular(x), b), (n(3, 3), n(3, 2))),
        "cholesky": (lambda x: linalg.cholesky(definite(x)), (n(3, 3),)),
        "qr": (lambda x: linalg.qr(regular(x)), (n(3, 3),)),
        "eigh": (lambda x: linalg.eigh(definite(x))[0], (n(3, 3),)),
        "svd": (lambda x: linalg.svd(regular(x), full_matrices=False)[1], (n(3, 3),)),
        "pinv": (lambda x: linalg.pinv(x), (n(3, 2),)),
        "matrix_exp": (lambda x: linalg.matrix_exp(x), (n(2, 2),)),
        "solve_triangular": (
            lambda x, b: linalg.solve_triangular(regular(x).triu(), b, upper=True),
            (n(3, 3), n(3, 2)),
        ),
        "cholesky_solve": (
            lambda x, b: torch.cholesky_solve(b, linalg.cholesky(definite(x))),
            (n(3, 3), n(3, 2)),
        ),
        "cholesky_inverse": (
            lambda x: torch.cholesky_inverse(linalg.cholesky(definite(x))),
            (n(3, 3),),
        ),
    }
