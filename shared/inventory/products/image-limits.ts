/* Apart from the calls: the process that decodes loads nothing but this. */

export const largestImage = 10 * 1024 * 1024
/** Pixels; a small file may unfold into many. */
export const largestImagePixels = 40_000_000
export const imageTypes = ['image/jpeg', 'image/png', 'image/webp'] as const
export const imagesPerProduct = 20
