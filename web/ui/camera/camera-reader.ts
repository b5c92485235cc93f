import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader'
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'

// Load the WASM file from our own server, not from a CDN.
prepareZXingModule({ overrides: { locateFile: () => wasm } })

const options: ReaderOptions = {
  formats: ['DataMatrix', 'QRCode', 'Code128', 'EAN13', 'EAN8', 'UPCA', 'UPCE', 'ITF', 'Code39', 'DataBar'],
  maxNumberOfSymbols: 1,
  textMode: 'Plain',
}

/** Decodes the code in a picture, in the format of a scanner, with its symbology identifier; null if there is none. */
export async function readPicture(picture: ImageData | Blob): Promise<string | null> {
  const [found] = await readBarcodes(picture, options)
  return found?.isValid ? `${found.symbologyIdentifier}${found.text}` : null
}
