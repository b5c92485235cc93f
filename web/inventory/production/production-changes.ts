import { toast } from 'sonner'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { priceHistoryApi } from '#shared/inventory/products/price-history-api.ts'
import { type ProductionRun, productionApi } from '#shared/inventory/production/api.ts'
import { rawMaterialsApi } from '#shared/inventory/raw-materials/api.ts'

/** What follows once something was made or taken back: what shows it is asked again, and a toast tells it. */
export const useProduced = (words: (run: ProductionRun) => string, then: () => void) => ({
  invalidates: [
    productionApi.getProduction,
    productionApi.listRuns,
    productionApi.getRun,
    inventoryApi.getProduct,
    inventoryApi.listProducts,
    inventoryApi.listStockHistory,
    priceHistoryApi.listPriceHistory,
    rawMaterialsApi.listRawMaterials,
    rawMaterialsApi.getRawMaterial,
  ],
  onSuccess: (run: ProductionRun) => {
    toast.success(words(run))
    then()
  },
})
