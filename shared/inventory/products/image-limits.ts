/* Apart from the calls: the process that decodes loads nothing but this. */

export const maxImageBytes = 10 * 1024 * 1024
/** Pixels; a small file may unfold into many. */
export const maxImagePixels = 40_000_000
export const imageTypes = ['image/jpeg', 'image/png', 'image/webp'] as const
export const maxImagesPerProduct = 20
