import './styles.css'
import './app/still-loading.css'
import { router } from '#web/app/router.tsx'
import { startApp } from './start-app.tsx'

startApp(router)
