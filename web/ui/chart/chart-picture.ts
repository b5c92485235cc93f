/** Scale of the PNG: twice the screen size, to be sharp in a document. */
const scale = 2
const styled = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'font-size',
  'font-family',
  'opacity',
]

/** Downloads all charts on the page as PNGs, on the background colour of their cards. */
export async function downloadCharts(name: string): Promise<void> {
  const drawings = [...document.querySelectorAll<SVGSVGElement>('figure svg.recharts-surface')]
  for (const [at, drawing] of drawings.entries()) {
    const picture = await pictureOf(drawing)
    const link = document.createElement('a')
    link.href = URL.createObjectURL(picture)
    link.download = drawings.length > 1 ? `${name}-${at + 1}.png` : `${name}.png`
    link.click()
    URL.revokeObjectURL(link.href)
  }
}

async function pictureOf(drawing: SVGSVGElement): Promise<Blob> {
  const { width, height } = drawing.getBoundingClientRect()
  const copy = drawing.cloneNode(true) as SVGSVGElement
  // Colours are CSS variables of the theme, which don't exist in an image: write the computed values into the copy.
  const [before, after] = [drawing, copy].map((one) => [...one.querySelectorAll<SVGElement>('*')])
  for (const [at, element] of (before ?? []).entries()) {
    const computed = getComputedStyle(element)
    for (const property of styled) after?.[at]?.setAttribute(property, computed.getPropertyValue(property))
  }
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(height))
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = width * scale
  canvas.height = height * scale
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('This browser can’t create images')
  const card = drawing.closest('[data-card]')
  pen.fillStyle = card ? getComputedStyle(card).backgroundColor : 'white'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.drawImage(image, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('The image could not be created')
  return blob
}
