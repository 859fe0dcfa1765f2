"""`torch.linalg`: norms, inverses, factorisations. A list; the pages are in `ops/`."""

# What is not here.
from ._missing import module_getattr as _module_getattr
from .ops.decomposition import LinAlgError as LinAlgError
from .ops.decomposition import cholesky as cholesky
from .ops.decomposition import cholesky_ex as cholesky_ex
from .ops.decomposition import cond as cond
from .ops.decomposition import det as det
from .ops.decomposition import eigh as eigh
from .ops.decomposition import eigvalsh as eigvalsh
from .ops.decomposition import inv as inv
from .ops.decomposition import inv_ex as inv_ex
from .ops.decomposition import matrix_exp as matrix_exp
from .ops.decomposition import matrix_power as matrix_power
from .ops.decomposition import matrix_rank as matrix_rank
from .ops.decomposition import pinv as pinv
from .ops.decomposition import qr as qr
from .ops.decomposition import slogdet as slogdet
from .ops.decomposition import solve as solve
from .ops.decomposition import solve_ex as solve_ex
from .ops.decomposition import solve_triangular as solve_triangular
from .ops.decomposition import svd as svd
from .ops.decomposition import svdvals as svdvals
from .ops.decomposition import tensorinv as tensorinv
from .ops.decomposition import tensorsolve as tensorsolve
from .ops.decomposition import vander as vander
from .ops.diagonals import diagonal as diagonal
from .ops.linalg import linalg_cross as cross  # pyright: ignore[reportUnusedImport] - exported
from .ops.linalg import matmul as matmul
from .ops.linalg import multi_dot as multi_dot
from .ops.linalg import vecdot as vecdot
from .ops.norms import linalg_norm as norm  # pyright: ignore[reportUnusedImport] - exported
from .ops.norms import matrix_norm as matrix_norm
from .ops.norms import vector_norm as vector_norm

__getattr__ = _module_getattr(__name__)
