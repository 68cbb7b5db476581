declare module '*?raw' {
  const text: string
  // biome-ignore lint/style/noDefaultExport: what Vite exports
  export default text
}
