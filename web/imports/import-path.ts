import { paths } from '#web/paths.ts'

/** The address of one import: it stays the same from the upload to the result, so a reload finds it again. */
export const importPath = (id: string) => `${paths.imports}?import=${encodeURIComponent(id)}`
