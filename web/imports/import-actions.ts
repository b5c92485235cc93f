import type { ImportCalls } from '#shared/imports/api.ts'
import { type MutationChoices, useApiMutation } from '#web/api/mutation.ts'
import { useImportKind } from './import-kind.tsx'

export const useCheckImport = (choices: MutationChoices<ImportCalls['checkImport']['spec']>) =>
  useApiMutation(useImportKind().calls.checkImport, choices)
export const useRunImport = () => useApiMutation(useImportKind().calls.runImport)
export const useCancelImport = () => useApiMutation(useImportKind().calls.cancelImport)
