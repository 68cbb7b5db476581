declare module '*.css?inline' {
  const css: string
  // biome-ignore lint/style/noDefaultExport: what Vite exports
  export default css
}
