"""What `neural.py` leaves out: options of layers and losses, all inputs at once."""

from . import numbers, positive


def cases(torch):
    F = torch.nn.functional

    def n(*shape):
        return numbers(torch, *shape)

    labels = torch.tensor([1, 0])
    signs = torch.tensor([[1.0, -1.0, 1.0], [-1.0, 1.0, -1.0]], dtype=torch.float64)
    mean, variance = n(2).detach(), positive(torch, 2).detach()
    weights = positive(torch, 3).detach()

    def seeded(function):
        def run(x):
            torch.manual_seed(0)
            return function(x)

        return run

    return {
        "linear on rows": (F.linear, (n(2, 2, 3), n(2, 3), n(2))),
        "linear on a vector": (F.linear, (n(3), n(2, 3))),
        "bilinear": (F.bilinear, (n(2, 2), n(2, 3), n(2, 2, 3), n(2))),
        "softmax": (lambda x: F.softmax(x, 0) ** 2, (n(3, 2),)),
        "log_softmax": (lambda x: F.log_softmax(x, 1) ** 2, (n(2, 3),)),
        "batch_norm with given statistics": (
            lambda x, w, b: F.batch_norm(x, mean, variance, w, b),
            (n(2, 2, 2), n(2), n(2)),
        ),
        "instance_norm": (
            lambda x, w: F.instance_norm(x, weight=w),
            (n(2, 2, 3), n(2)),
        ),
        "rms_norm": (lambda x, w: F.rms_norm(x, (3,), w), (n(2, 3), n(3))),
        "local_response_norm": (lambda x: F.local_response_norm(x, 2), (n(1, 3, 2),)),
        "mse_loss": (F.mse_loss, (n(2, 3), n(3, 2).t())),
        "soft_margin_loss broadcast": (F.soft_margin_loss, (n(2, 3), n(3))),
        "huber_loss": (
            lambda x, t: F.huber_loss(x * 3, t, reduction="none"),
            (n(2, 3), n(3, 2).t()),
        ),
        "smooth_l1_loss": (
            lambda x, t: F.smooth_l1_loss(x * 3, t, reduction="sum", beta=0.5),
            (n(2, 3), n(3, 2).t()),
        ),
        "soft_margin_loss": (F.soft_margin_loss, (n(2, 3), n(3, 2).t())),
        "binary_cross_entropy": (
            lambda p, t: F.binary_cross_entropy(p / 3, t / 3, weights),
            (positive(torch, 2, 3), positive(torch, 3, 2).t()),
        ),
        "binary_cross_entropy_with_logits": (
            lambda x, t: F.binary_cross_entropy_with_logits(
                x, t, weights, pos_weight=weights + 1
            ),
            (n(2, 3), positive(torch, 3, 2).t()),
        ),
        "cross_entropy with options": (
            lambda x: F.cross_entropy(x, labels, weights, label_smoothing=0.2),
            (n(2, 3),),
        ),
        "cross_entropy of probabilities": (F.cross_entropy, (n(2, 3), n(3, 2).t())),
        "cross_entropy summed": (
            lambda x: F.cross_entropy(x, labels, reduction="sum"),
            (n(2, 3),),
        ),
        "nll_loss of pictures": (
            lambda x: F.nll_loss(x * x, torch.tensor([[0, 1]]), reduction="none"),
            (n(1, 2, 2),),
        ),
        "kl_div": (
            lambda x, t: F.kl_div(x, t, reduction="batchmean"),
            (n(2, 3), positive(torch, 2, 3)),
        ),
        "gaussian_nll_loss": (
            lambda x, t, v: F.gaussian_nll_loss(x, t, v),
            (n(2, 3), n(3, 2).t(), positive(torch, 2, 3)),
        ),
        "poisson_nll_loss": (F.poisson_nll_loss, (n(2, 3), positive(torch, 2, 3))),
        "multi_margin_loss squared": (
            lambda x: F.multi_margin_loss(x, labels, p=2, weight=weights),
            (n(2, 3),),
        ),
        "cosine_embedding_loss": (
            lambda x, y: F.cosine_embedding_loss(x, y, signs[0, :2]),
            (n(2, 3), n(3, 2).t()),
        ),
        "triplet_margin_loss": (
            lambda x, y, z: F.triplet_margin_loss(x, y, z + 1, swap=True),
            (n(2, 3), n(3, 2).t(), positive(torch, 2, 3)),
        ),
        "cosine_similarity": (F.cosine_similarity, (n(2, 3), n(3, 2).t())),
        "normalize": (F.normalize, (n(2, 3),)),
        "embedding with padding": (
            lambda w: F.embedding(labels, w, padding_idx=2, scale_grad_by_freq=True),
            (n(3, 3),),
        ),
        "alpha_dropout": (
            seeded(lambda x: F.alpha_dropout(x, 0.5, training=True) * x),
            (n(2, 3),),
        ),
        "pad by replication": (
            lambda x: F.pad(x, (1, 2, 0, 1), mode="replicate") ** 2,
            (n(1, 1, 2, 3),),
        ),
        "pad in a circle": (
            lambda x: F.pad(x, (1, 2), mode="circular") ** 2,
            (n(1, 2, 3),),
        ),
        "pad off": (lambda x: F.pad(x, (-1, 1)) ** 2, (n(2, 3),)),
        "conv2d with options": (
            lambda x, w: F.conv2d(
                x, w, stride=(2, 1), padding=(1, 0), dilation=(1, 2), groups=2
            ),
            (n(1, 2, 4, 4), n(2, 1, 2, 2)),
        ),
        "conv3d": (F.conv3d, (n(1, 1, 2, 2, 3), n(1, 1, 2, 1, 2), n(1))),
        "conv_transpose1d": (
            lambda x, w: F.conv_transpose1d(x, w, stride=2, padding=1),
            (n(1, 2, 3), n(2, 1, 3)),
        ),
        "max_pool2d with overlap": (
            lambda x: F.max_pool2d(x, 3, 1, 1) ** 2,
            (n(1, 1, 3, 4),),
        ),
        "max_pool1d": (lambda x: F.max_pool1d(x, 2) ** 2, (n(1, 2, 4),)),
        "avg_pool2d with options": (
            lambda x: (
                F.avg_pool2d(x, 2, padding=1, ceil_mode=True, count_include_pad=False)
                ** 2
            ),
            (n(1, 1, 3, 4),),
        ),
        "adaptive_avg_pool1d": (
            lambda x: F.adaptive_avg_pool1d(x, 3) ** 2,
            (n(1, 2, 5),),
        ),
    }
