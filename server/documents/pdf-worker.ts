import { pathToFileURL } from 'node:url'
import { projectFile } from '#server/kernel/project-files.ts'
import { drawPdf, type PdfDocument } from './draw-pdf.ts'

/** What to draw: the module and its function that lay the document out. */
export interface PdfLayout {
  /** Its file, from the root of the project. */
  module: string
  name: string
}

export interface PdfTask {
  layout: PdfLayout
  args: readonly unknown[]
}

/* A thread of the pool: lays a document out and draws it. */
export default async function draw({ layout, args }: PdfTask): Promise<Uint8Array> {
  const module = (await import(pathToFileURL(projectFile(layout.module)).href)) as Record<
    string,
    (...given: readonly unknown[]) => unknown
  >
  const lay = module[layout.name]
  if (!lay) throw new Error(`${layout.module} has no ${layout.name}`)
  return drawPdf((await lay(...args)) as PdfDocument)
}
