import './styles.css'
import { knowRefetched } from '#web/api/refresh.ts'
import { portalRouter } from '#web/app/portal/portal-router.tsx'
import { portalRefetched } from '#web/portal/portal-refetch.ts'
import { rememberShelfUser } from '#web/portal/offline-shelf.ts'
import { startApp } from './start-app.tsx'

knowRefetched(portalRefetched)
rememberShelfUser()
startApp(portalRouter)
