import './styles.css'
import './app/office.css'
import { router } from '#web/app/router.tsx'
import { startApp } from './start-app.tsx'

startApp(router)
