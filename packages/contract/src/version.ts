/** The product's one version: that of package.json, which a test compares. */
export const PRODUCT_VERSION = '0.3.0'
