import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader'
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'

// From here, not from a content network.
prepareZXingModule({ overrides: { locateFile: () => wasm } })

const options: ReaderOptions = {
  formats: ['DataMatrix', 'QRCode', 'Code128', 'EAN13', 'EAN8', 'UPCA', 'UPCE', 'ITF', 'Code39', 'DataBar'],
  maxNumberOfSymbols: 1,
  textMode: 'Plain',
}

/** The code in a picture as a scanner would send it, with its symbology identifier; null where there is none. */
export async function readPicture(picture: ImageData | Blob): Promise<string | null> {
  const [found] = await readBarcodes(picture, options)
  return found?.isValid ? `${found.symbologyIdentifier}${found.text}` : null
}
