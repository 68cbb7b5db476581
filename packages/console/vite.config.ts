import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = process.env.VITRINE_SERVER ?? 'http://127.0.0.1:8080'

export default defineConfig({
  base: './',
  plugins: [react()],
  build: { outDir: '../../dist/console', emptyOutDir: true, target: 'es2022' },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: { '/api': { target: server, changeOrigin: true } },
  },
})
