export { searchKey } from '@vitrine/contract/search-key'
