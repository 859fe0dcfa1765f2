"""`torch.utils`: data loading and hooks. Its parts are imported when first used."""

from .._missing import module_getattr as _module_getattr

__getattr__ = _module_getattr(__name__)
