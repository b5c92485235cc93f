/* In a module of its own, so that the decoding process loads nothing else. */

export const maxImageBytes = 10 * 1024 * 1024
/** Pixels; a small file can decode to many. */
export const maxImagePixels = 40_000_000
export const imageTypes = ['image/jpeg', 'image/png', 'image/webp'] as const
export const maxImagesPerProduct = 20
