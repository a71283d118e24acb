"""Photos made half as large, as cameras, scanners and services that send photos on do it: a little blur, shrinking, noise, JPEG."""

import cv2
import numpy as np

"""Cubic shrinking to a half."""
cubicTaps = np.array([-0.0156, -0.0469, 0.0781, 0.4844, 0.4844, 0.0781, -0.0469, -0.0156], np.float32)


def shrink(photo, random):
    """A photo, 8 bits, sides multiples of 4, as a smaller one of half the size."""
    high, wide = photo.shape[:2]
    picture = photo.astype(np.float32)
    if random.random() < 0.7:
        picture = cv2.GaussianBlur(picture, (0, 0), random.uniform(0.2, 1.3))
    if random.random() < 0.6:
        small = cv2.resize(picture, (wide // 2, high // 2), interpolation=cv2.INTER_AREA)
    else:
        # An even number of taps lies half a pixel off, where the pixels of the smaller photo are.
        small = cv2.sepFilter2D(picture, -1, cubicTaps, cubicTaps, anchor=(3, 3), borderType=cv2.BORDER_REPLICATE)[::2, ::2]
    if random.random() < 0.5:
        sigma = random.uniform(0.5, 5)
        grey = random.normal(0, sigma, small.shape[:2]).astype(np.float32)[..., None]
        small = small + grey + random.normal(0, sigma * random.uniform(0, 0.6), small.shape).astype(np.float32)
    small = np.clip(np.round(small), 0, 255).astype(np.uint8)
    if random.random() < 0.6:
        quality = int(random.uniform(60, 96))
        coded = cv2.imencode(".jpg", small[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        small = cv2.imdecode(coded, cv2.IMREAD_COLOR)[..., ::-1]
    return np.ascontiguousarray(small)
