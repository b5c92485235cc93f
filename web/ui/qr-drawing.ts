import { drawingSVG, qrcode } from 'bwip-js/browser'

/** Draws a QR code as a data URL: black on white in both themes, as scanners need it, with the quiet zone. */
export function drawQrCode(text: string): string {
  const options = { bcid: 'qrcode', text, padding: 4, scale: 1, backgroundcolor: 'ffffff', eclevel: 'M' }
  return `data:image/svg+xml,${encodeURIComponent(qrcode(options, drawingSVG()))}`
}
