import { importCalls } from './api.ts'

/** Adding and changing raw materials from a file. */
export const rawMaterialImportsApi = importCalls('/api/raw-material-imports', 'rawmaterials.edit', 'raw materials')
