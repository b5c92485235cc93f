import { drawingSVG, qrcode } from 'bwip-js/browser'

/** A QR code as the address of a picture: black on white in both themes, as scanners want it, with its quiet zone. */
export function drawQrCode(text: string): string {
  const options = { bcid: 'qrcode', text, padding: 4, scale: 1, backgroundcolor: 'ffffff', eclevel: 'M' }
  return `data:image/svg+xml,${encodeURIComponent(qrcode(options, drawingSVG()))}`
}
