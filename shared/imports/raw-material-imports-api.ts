import { importCalls } from './api.ts'

/** Adding and changing raw materials from a file. */
export const rawMaterialImportsApi = importCalls('raw-material-imports', 'rawmaterials.edit', 'raw materials')
