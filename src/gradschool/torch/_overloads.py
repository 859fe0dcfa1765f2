"""The signatures of PyTorch's overloaded functions, as its error messages show them.

A name, and below it one line for each way to call it. `{factory}` stands for the five
keywords that every function which makes a tensor takes. A method is listed under
`Tensor.` only where its signatures are not those of the function without `input` and
`out`. Functions with a single signature are not here: `_signature.py` reads theirs from
their own parameters.
"""

# ruff: noqa: E501 - a signature is a line

FACTORY = (
    "torch.dtype dtype = None, torch.layout layout = None, torch.device device = None, "
    "bool pin_memory = False, bool requires_grad = False"
)

TEXT = """
add
    (Tensor input, Tensor other, *, Number alpha = 1, Tensor out = None)
addmm
    (Tensor input, Tensor mat1, Tensor mat2, *, Number beta = 1, Number alpha = 1, Tensor out = None)
    (Tensor input, Tensor mat1, Tensor mat2, torch.dtype out_dtype, *, Number beta = 1, Number alpha = 1, Tensor out = None)
all
    (Tensor input, *, Tensor out = None)
    (Tensor input, tuple of ints dim = None, bool keepdim = False, *, Tensor out = None)
    (Tensor input, int dim, bool keepdim = False, *, Tensor out = None)
any
    (Tensor input, *, Tensor out = None)
    (Tensor input, tuple of ints dim = None, bool keepdim = False, *, Tensor out = None)
    (Tensor input, int dim, bool keepdim = False, *, Tensor out = None)
arange
    (Number end, *, Tensor out = None, {factory})
    (Number start, Number end, *, {factory})
    (Number start, Number end, Number step = 1, *, Tensor out = None, {factory})
argsort
    (Tensor input, *, bool stable, int dim = -1, bool descending = False, Tensor out = None)
    (Tensor input, int dim = -1, bool descending = False)
baddbmm
    (Tensor input, Tensor batch1, Tensor batch2, *, Number beta = 1, Number alpha = 1, Tensor out = None)
    (Tensor input, Tensor batch1, Tensor batch2, torch.dtype out_dtype, *, Number beta = 1, Number alpha = 1, Tensor out = None)
bartlett_window
    (int window_length, *, {factory})
    (int window_length, bool periodic, *, {factory})
bernoulli
    (Tensor input, *, torch.Generator generator = None, Tensor out = None)
    (Tensor input, float p, *, torch.Generator generator = None)
bitwise_and
    (Tensor input, Tensor other, *, Tensor out = None)
    (Number self, Tensor other)
    (Tensor input, Number other, *, Tensor out = None)
bitwise_left_shift
    (Tensor input, Tensor other, *, Tensor out = None)
    (Number self, Tensor other)
    (Tensor input, Number other, *, Tensor out = None)
bitwise_or
    (Tensor input, Tensor other, *, Tensor out = None)
    (Number self, Tensor other)
    (Tensor input, Number other, *, Tensor out = None)
bitwise_right_shift
    (Tensor input, Tensor other, *, Tensor out = None)
    (Number self, Tensor other)
    (Tensor input, Number other, *, Tensor out = None)
bitwise_xor
    (Tensor input, Tensor other, *, Tensor out = None)
    (Number self, Tensor other)
    (Tensor input, Number other, *, Tensor out = None)
blackman_window
    (int window_length, *, {factory})
    (int window_length, bool periodic, *, {factory})
bmm
    (Tensor input, Tensor mat2, *, Tensor out = None)
    (Tensor input, Tensor mat2, torch.dtype out_dtype, *, Tensor out = None)
bucketize
    (Tensor input, Tensor boundaries, *, bool out_int32 = False, bool right = False, Tensor out = None)
    (Number self, Tensor boundaries, *, bool out_int32 = False, bool right = False)
clamp
    (Tensor input, Tensor min = None, Tensor max = None, *, Tensor out = None)
    (Tensor input, Number min = None, Number max = None, *, Tensor out = None)
clamp_
    (Tensor input, Tensor min = None, Tensor max = None)
    (Tensor input, Number min = None, Number max = None)
clamp_max
    (Tensor input, Tensor max, *, Tensor out = None)
    (Tensor input, Number max, *, Tensor out = None)
clamp_max_
    (Tensor input, Tensor max)
    (Tensor input, Number max)
clamp_min
    (Tensor input, Tensor min, *, Tensor out = None)
    (Tensor input, Number min, *, Tensor out = None)
clip
    (Tensor input, Tensor min = None, Tensor max = None, *, Tensor out = None)
    (Tensor input, Number min = None, Number max = None, *, Tensor out = None)
conv1d
    (Tensor input, Tensor weight, Tensor bias = None, tuple of ints stride = 1, tuple of ints padding = 0, tuple of ints dilation = 1, int groups = 1)
    (Tensor input, Tensor weight, Tensor bias = None, tuple of ints stride = 1, str padding = "valid", tuple of ints dilation = 1, int groups = 1)
conv2d
    (Tensor input, Tensor weight, Tensor bias = None, tuple of ints stride = 1, tuple of ints padding = 0, tuple of ints dilation = 1, int groups = 1)
    (Tensor input, Tensor weight, Tensor bias = None, tuple of ints stride = 1, str padding = "valid", tuple of ints dilation = 1, int groups = 1)
conv3d
    (Tensor input, Tensor weight, Tensor bias = None, tuple of ints stride = 1, tuple of ints padding = 0, tuple of ints dilation = 1, int groups = 1)
    (Tensor input, Tensor weight, Tensor bias = None, tuple of ints stride = 1, str padding = "valid", tuple of ints dilation = 1, int groups = 1)
copysign
    (Tensor input, Tensor other, *, Tensor out = None)
    (Tensor input, Number other, *, Tensor out = None)
count_nonzero
    (Tensor input, int dim = None)
    (Tensor input, tuple of ints dim)
ctc_loss
    (Tensor log_probs, Tensor targets, tuple of ints input_lengths, tuple of ints target_lengths, int blank = 0, int reduction = at::Reduction::Mean, bool zero_infinity = False)
    (Tensor log_probs, Tensor targets, Tensor input_lengths, Tensor target_lengths, int blank = 0, int reduction = at::Reduction::Mean, bool zero_infinity = False)
cumulative_trapezoid
    (Tensor y, Tensor x, *, int dim = -1)
    (Tensor y, *, Number dx = 1, int dim = -1)
div
    (Tensor input, Tensor other, *, Tensor out = None)
    (Tensor input, Tensor other, *, str rounding_mode, Tensor out = None)
    (Tensor input, Number other, *, str rounding_mode)
divide
    (Tensor input, Tensor other, *, Tensor out = None)
    (Tensor input, Tensor other, *, str rounding_mode, Tensor out = None)
    (Tensor input, Number other)
    (Tensor input, Number other, *, str rounding_mode)
dsplit
    (Tensor input, int sections)
    (Tensor input, tuple of ints indices)
embedding_bag
    (Tensor weight, Tensor indices, Tensor offsets, bool scale_grad_by_freq, int mode, bool sparse, Tensor per_sample_weights, bool include_last_offset, int padding_idx)
    (Tensor weight, Tensor indices, Tensor offsets, bool scale_grad_by_freq = False, int mode = 0, bool sparse = False, Tensor per_sample_weights = None, bool include_last_offset = False)
eq
    (Tensor input, Tensor other, *, Tensor out = None)
    (Tensor input, Number other, *, Tensor out = None)
eye
    (int n, *, Tensor out = None, {factory})
    (int n, int m, *, Tensor out = None, {factory})
fill_
    (Tensor input, Tensor value)
    (Tensor input, Number value)
float_power
    (Tensor input, Tensor exponent, *, Tensor out = None)
    (Number self, Tensor exponent, *, Tensor out = None)
    (Tensor input, Number exponent, *, Tensor out = None)
floor_divide
    (Tensor input, Tensor other, *, Tensor out = None)
    (Tensor input, Number other)
fmod
    (Tensor input, Tensor other, *, Tensor out = None)
    (Tensor input, Number other, *, Tensor out = None)
ge
    (Tensor input, Tensor other, *, Tensor out = None)
    (Tensor input, Number other, *, Tensor out = None)
greater
    (Tensor input, Tensor other, *, Tensor out = None)
    (Tensor input, Number other, *, Tensor out = None)
greater_equal
    (Tensor input, Tensor other, *, Tensor out = None)
    (Tensor input, Number other, *, Tensor out = None)
gt
    (Tensor input, Tensor other, *, Tensor out = None)
    (Tensor input, Number other, *, Tensor out = None)
hamming_window
    (int window_length, *, {factory})
    (int window_length, bool periodic, *, {factory})
    (int window_length, bool periodic, float alpha, *, {factory})
    (int window_length, bool periodic, float alpha, float beta, *, {factory})
hann_window
    (int window_length, *, {factory})
    (int window_length, bool periodic, *, {factory})
histogram
    (Tensor input, Tensor bins, *, Tensor weight = None, bool density = False, tuple of Tensors out = None)
    (Tensor input, int bins = 100, *, tuple of floats range = None, Tensor weight = None, bool density = False, tuple of Tensors out = None)
hsplit
    (Tensor input, int sections)
    (Tensor input, tuple of ints indices)
index_fill
    (Tensor input, int dim, Tensor index, Tensor value)
    (Tensor input, int dim, Tensor index, Number value)
isin
    (Tensor elements, Tensor test_elements, *, bool assume_unique = False, bool invert = False, Tensor out = None)
    (Number element, Tensor test_elements, *, bool assume_unique = False, bool invert = False, Tensor out = None)
    (Tensor elements, Number test_element, *, bool assume_unique = False, bool invert = False, Tensor out = None)
kaiser_window
    (int window_length, *, {factory})
    (int window_length, bool periodic, *, {factory})
    (int window_length, bool periodic, float beta, *, {factory})
le
    (Tensor input, Tensor other, *, Tensor out = None)
    (Tensor input, Number other, *, Tensor out = None)
lerp
    (Tensor input, Tensor end, Tensor weight, *, Tensor out = None)
    (Tensor input, Tensor end, Number weight, *, Tensor out = None)
less
    (Tensor input, Tensor other, *, Tensor out = None)
    (Tensor input, Number other, *, Tensor out = None)
less_equal
    (Tensor input, Tensor other, *, Tensor out = None)
    (Tensor input, Number other, *, Tensor out = None)
linspace
    (Tensor start, Tensor end, int steps, *, Tensor out = None, {factory})
    (Number start, Tensor end, int steps, *, Tensor out = None, {factory})
    (Tensor start, Number end, int steps, *, Tensor out = None, {factory})
    (Number start, Number end, int steps, *, Tensor out = None, {factory})
logspace
    (Tensor start, Tensor end, int steps, float base = 10.0, *, Tensor out = None, {factory})
    (Number start, Tensor end, int steps, float base = 10.0, *, Tensor out = None, {factory})
    (Tensor start, Number end, int steps, float base = 10.0, *, Tensor out = None, {factory})
    (Number start, Number end, int steps, float base = 10.0, *, Tensor out = None, {factory})
lt
    (Tensor input, Tensor other, *, Tensor out = None)
    (Tensor input, Number other, *, Tensor out = None)
masked_fill
    (Tensor input, Tensor mask, Tensor value)
    (Tensor input, Tensor mask, Number value)
max
    (Tensor input, *, Tensor out = None)
    (Tensor input, Tensor other, *, Tensor out = None)
    (Tensor input, int dim, bool keepdim = False, *, tuple of Tensors out = None)
mean
    (Tensor input, *, torch.dtype dtype = None, Tensor out = None)
    (Tensor input, tuple of ints dim, bool keepdim = False, *, torch.dtype dtype = None, Tensor out = None)
median
    (Tensor input)
    (Tensor input, int dim, bool keepdim = False, *, tuple of Tensors out = None)
min
    (Tensor input, *, Tensor out = None)
    (Tensor input, Tensor other, *, Tensor out = None)
    (Tensor input, int dim, bool keepdim = False, *, tuple of Tensors out = None)
mm
    (Tensor input, Tensor mat2, *, Tensor out = None)
    (Tensor input, Tensor mat2, torch.dtype out_dtype, *, Tensor out = None)
moveaxis
    (Tensor input, int source, int destination)
    (Tensor input, tuple of ints source, tuple of ints destination)
movedim
    (Tensor input, int source, int destination)
    (Tensor input, tuple of ints source, tuple of ints destination)
multiply
    (Tensor input, Tensor other, *, Tensor out = None)
    (Tensor input, Number other)
nanmedian
    (Tensor input)
    (Tensor input, int dim, bool keepdim = False, *, tuple of Tensors out = None)
nanquantile
    (Tensor input, Tensor q, int dim = None, bool keepdim = False, *, str interpolation = "linear", Tensor out = None)
    (Tensor input, float q, int dim = None, bool keepdim = False, *, str interpolation = "linear", Tensor out = None)
narrow
    (Tensor input, int dim, Tensor start, int length)
    (Tensor input, int dim, int start, int length)
ne
    (Tensor input, Tensor other, *, Tensor out = None)
    (Tensor input, Number other, *, Tensor out = None)
normal
    (Tensor mean, Tensor std, *, torch.Generator generator = None, Tensor out = None)
    (Tensor mean, float std = 1, *, torch.Generator generator = None, Tensor out = None)
    (float mean, Tensor std, *, torch.Generator generator = None, Tensor out = None)
    (float mean, float std, tuple of ints size, *, torch.Generator generator = None, Tensor out = None, {factory})
not_equal
    (Tensor input, Tensor other, *, Tensor out = None)
    (Tensor input, Number other, *, Tensor out = None)
pow
    (Tensor input, Tensor exponent, *, Tensor out = None)
    (Number self, Tensor exponent, *, Tensor out = None)
    (Tensor input, Number exponent, *, Tensor out = None)
prod
    (Tensor input, *, torch.dtype dtype = None)
    (Tensor input, int dim, bool keepdim = False, *, torch.dtype dtype = None, Tensor out = None)
quantile
    (Tensor input, Tensor q, int dim = None, bool keepdim = False, *, str interpolation = "linear", Tensor out = None)
    (Tensor input, float q, int dim = None, bool keepdim = False, *, str interpolation = "linear", Tensor out = None)
rand
    (tuple of ints size, *, torch.Generator generator, Tensor out = None, {factory})
    (tuple of ints size, *, Tensor out = None, {factory})
rand_like
    (Tensor input, *, torch.Generator generator, torch.memory_format memory_format = None, {factory})
    (Tensor input, *, torch.memory_format memory_format = None, {factory})
randint
    (int high, tuple of ints size, *, torch.Generator generator, Tensor out = None, {factory})
    (int high, tuple of ints size, *, Tensor out = None, {factory})
    (int low, int high, tuple of ints size, *, torch.Generator generator, Tensor out = None, {factory})
    (int low, int high, tuple of ints size, *, Tensor out = None, {factory})
randint_like
    (Tensor input, int low, int high, *, torch.Generator generator, torch.memory_format memory_format = None, {factory})
    (Tensor input, int low, int high, *, torch.memory_format memory_format = None, {factory})
    (Tensor input, Tensor high, *, torch.Generator generator, torch.memory_format memory_format = None, {factory})
    (Tensor input, Tensor high, *, torch.memory_format memory_format = None, {factory})
    (Tensor input, int high, *, torch.Generator generator, torch.memory_format memory_format = None, {factory})
    (Tensor input, int high, *, torch.memory_format memory_format = None, {factory})
randn
    (tuple of ints size, *, torch.Generator generator, Tensor out = None, {factory})
    (tuple of ints size, *, Tensor out = None, {factory})
randn_like
    (Tensor input, *, torch.Generator generator, torch.memory_format memory_format = None, {factory})
    (Tensor input, *, torch.memory_format memory_format = None, {factory})
randperm
    (int n, *, torch.Generator generator, Tensor out = None, {factory})
    (int n, *, Tensor out = None, {factory})
remainder
    (Tensor input, Tensor other, *, Tensor out = None)
    (Number self, Tensor other)
    (Tensor input, Number other, *, Tensor out = None)
repeat_interleave
    (Tensor input, Tensor repeats, int dim = None, *, int output_size = None)
    (Tensor repeats, *, int output_size = None)
    (Tensor input, int repeats, int dim = None, *, int output_size = None)
result_type
    (Tensor tensor, Tensor other)
    (Number scalar, Tensor tensor)
    (Tensor tensor, Number other)
    (Number scalar1, Number scalar2)
round
    (Tensor input, *, Tensor out = None)
    (Tensor input, *, int decimals, Tensor out = None)
rsub
    (Tensor input, Tensor other, *, Number alpha = 1)
    (Tensor input, Number other, Number alpha = 1)
scatter
    (Tensor input, int dim, Tensor index, Tensor src, *, Tensor out = None)
    (Tensor input, int dim, Tensor index, Tensor src, *, str reduce, Tensor out = None)
    (Tensor input, int dim, Tensor index, Number value, *, Tensor out = None)
    (Tensor input, int dim, Tensor index, Number value, *, str reduce, Tensor out = None)
searchsorted
    (Tensor sorted_sequence, Tensor input, *, bool out_int32 = False, bool right = False, str side = None, Tensor sorter = None, Tensor out = None)
    (Tensor sorted_sequence, Number self, *, bool out_int32 = False, bool right = False, str side = None, Tensor sorter = None, Tensor out = None)
sort
    (Tensor input, *, bool stable, int dim = -1, bool descending = False, tuple of Tensors out = None)
    (Tensor input, int dim = -1, bool descending = False, *, tuple of Tensors out = None)
spmm
    (Tensor input, Tensor mat2, *, Tensor out = None)
    (Tensor input, Tensor mat2, torch.dtype out_dtype, *, Tensor out = None)
squeeze
    (Tensor input)
    (Tensor input, int dim)
    (Tensor input, tuple of ints dim)
std
    (Tensor input, tuple of ints dim, bool unbiased = True, bool keepdim = False, *, Tensor out = None)
    (Tensor input, tuple of ints dim = None, *, Number correction = None, bool keepdim = False, Tensor out = None)
    (Tensor input, bool unbiased = True)
std_mean
    (Tensor input, tuple of ints dim, bool unbiased = True, bool keepdim = False)
    (Tensor input, tuple of ints dim = None, *, Number correction = None, bool keepdim = False)
    (Tensor input, bool unbiased = True)
sub
    (Tensor input, Tensor other, *, Number alpha = 1, Tensor out = None)
subtract
    (Tensor input, Tensor other, *, Number alpha = 1, Tensor out = None)
    (Tensor input, Number other, Number alpha = 1)
sum
    (Tensor input, *, torch.dtype dtype = None)
    (Tensor input, tuple of ints dim, bool keepdim = False, *, torch.dtype dtype = None, Tensor out = None)
tensor_split
    (Tensor input, tuple of ints indices, int dim = 0)
    (Tensor input, Tensor tensor_indices_or_sections, int dim = 0)
    (Tensor input, int sections, int dim = 0)
trapezoid
    (Tensor y, Tensor x, *, int dim = -1)
    (Tensor y, *, Number dx = 1, int dim = -1)
trapz
    (Tensor y, *, float dx = 1, int dim = -1)
    (Tensor y, Tensor x, *, int dim = -1)
true_divide
    (Tensor input, Tensor other, *, Tensor out = None)
    (Tensor input, Number other)
upsample_bicubic2d
    (Tensor input, tuple of ints output_size, bool align_corners, tuple of floats scale_factors)
    (Tensor input, tuple of ints output_size, bool align_corners, float scales_h = None, float scales_w = None, *, Tensor out = None)
upsample_bilinear2d
    (Tensor input, tuple of ints output_size, bool align_corners, tuple of floats scale_factors)
    (Tensor input, tuple of ints output_size, bool align_corners, float scales_h = None, float scales_w = None, *, Tensor out = None)
upsample_linear1d
    (Tensor input, tuple of ints output_size, bool align_corners, tuple of floats scale_factors)
    (Tensor input, tuple of ints output_size, bool align_corners, float scales = None, *, Tensor out = None)
upsample_nearest1d
    (Tensor input, tuple of ints output_size, tuple of floats scale_factors)
    (Tensor input, tuple of ints output_size, float scales = None, *, Tensor out = None)
upsample_nearest2d
    (Tensor input, tuple of ints output_size, tuple of floats scale_factors)
    (Tensor input, tuple of ints output_size, float scales_h = None, float scales_w = None, *, Tensor out = None)
upsample_nearest3d
    (Tensor input, tuple of ints output_size, tuple of floats scale_factors)
    (Tensor input, tuple of ints output_size, float scales_d = None, float scales_h = None, float scales_w = None, *, Tensor out = None)
upsample_trilinear3d
    (Tensor input, tuple of ints output_size, bool align_corners, tuple of floats scale_factors)
    (Tensor input, tuple of ints output_size, bool align_corners, float scales_d = None, float scales_h = None, float scales_w = None, *, Tensor out = None)
var
    (Tensor input, tuple of ints dim, bool unbiased = True, bool keepdim = False, *, Tensor out = None)
    (Tensor input, tuple of ints dim = None, *, Number correction = None, bool keepdim = False, Tensor out = None)
    (Tensor input, bool unbiased = True)
var_mean
    (Tensor input, tuple of ints dim, bool unbiased = True, bool keepdim = False)
    (Tensor input, tuple of ints dim = None, *, Number correction = None, bool keepdim = False)
    (Tensor input, bool unbiased = True)
vsplit
    (Tensor input, int sections)
    (Tensor input, tuple of ints indices)
where
    (Tensor condition)
    (Tensor condition, Tensor input, Tensor other, *, Tensor out = None)
    (Tensor condition, Number self, Tensor other)
    (Tensor condition, Tensor input, Number other)
    (Tensor condition, Number self, Number other)
xlogy
    (Tensor input, Tensor other, *, Tensor out = None)
    (Number self, Tensor other, *, Tensor out = None)
    (Tensor input, Number other, *, Tensor out = None)
Tensor.bernoulli_
    (Tensor p, *, torch.Generator generator = None)
    (float p = 0.5, *, torch.Generator generator = None)
Tensor.new
    (*, torch.device device = None)
    (torch.Storage storage)
    (Tensor other)
    (tuple of ints size, *, torch.device device = None)
    (object data, *, torch.device device = None)
Tensor.nonzero
    ()
    (*, bool as_tuple)
Tensor.random_
    (*, torch.Generator generator = None)
    (int from, int to, *, torch.Generator generator = None)
    (int to, *, torch.Generator generator = None)
Tensor.to
    (torch.device device = None, torch.dtype dtype = None, bool non_blocking = False, bool copy = False, *, torch.memory_format memory_format = None)
    (torch.dtype dtype, bool non_blocking = False, bool copy = False, *, torch.memory_format memory_format = None)
    (Tensor tensor, bool non_blocking = False, bool copy = False, *, torch.memory_format memory_format = None)
Tensor.view
    (torch.dtype dtype)
    (tuple of ints size)
Tensor.where
    (Tensor condition, Tensor other)
    (Tensor condition, Number other)
"""


def read_overloads(text: str) -> dict[str, list[str]]:
    """The signatures by name."""
    overloads: dict[str, list[str]] = {}
    name = ""
    for line in text.strip().splitlines():
        if line.startswith(" "):
            overloads[name].append(line.strip().replace("{factory}", FACTORY))
        else:
            name = line
            overloads[name] = []
    return overloads


OVERLOADS = read_overloads(TEXT)
