import { pathToFileURL } from 'node:url'
import { projectFile } from '#server/kernel/project-files.ts'
import { drawPdf, type PdfDocument } from './draw-pdf.ts'

/** The module and its exported function that lay out the document. */
export interface PdfLayout {
  /** The file, relative to the project's root. */
  module: string
  name: string
}

export interface PdfTask {
  layout: PdfLayout
  args: readonly unknown[]
}

/* Runs in a worker thread: lays out a document and renders it. */
export default async function draw({ layout, args }: PdfTask): Promise<Uint8Array> {
  const module = (await import(pathToFileURL(projectFile(layout.module)).href)) as Record<
    string,
    (...given: readonly unknown[]) => unknown
  >
  const lay = module[layout.name]
  if (!lay) throw new Error(`${layout.module} has no ${layout.name}`)
  return drawPdf((await lay(...args)) as PdfDocument)
}
