import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = process.env.VITRINE_SERVER ?? 'http://127.0.0.1:8080'

const BASE =
  /node_modules\/(react|react-dom|scheduler|@tanstack\/(react-router|router-core|history|react-store|store)|i18next|react-i18next|zustand)\//

export default defineConfig({
  base: './',
  plugins: [react()],
  build: {
    outDir: '../../dist/console',
    emptyOutDir: true,
    target: 'es2022',
    rolldownOptions: {
      output: {
        // What the login page needs of others, in one file: twenty small ones compress worse.
        codeSplitting: { groups: [{ name: 'base', test: BASE }] },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: { '/api': { target: server, changeOrigin: true } },
  },
})
