import { type Console, dialog } from './console-window.tsx'

/** A user's action in the console that makes one call: the screen, the role, and the steps. */
export interface Act {
  call: string
  address: string
  /** The user's role; null: logged out. */
  role?: '0' | '1' | null
  steps: (console: Console) => Promise<void>
}

export const NEW_PASSWORD = 'Sunny-days-4'
export const SUPER_ADMIN = '0' as const

export async function fillPerson({ fill }: Pick<Console, 'fill'>) {
  await fill(/^First name/, 'Mona')
  await fill(/^Last name/, 'Haddad')
  await fill(/^Email/, 'mona@example.com')
  await fill(/^Password/, NEW_PASSWORD)
}

export const deletes = (call: string, address: string, name: string, role?: '0'): Act => ({
  call,
  address,
  role,
  steps: async ({ press }) => {
    await press(`Delete ${name}`)
    await (await dialog('DELETE')).press('DELETE')
  },
})
export const deletesFromMenu = (call: string, address: string, name: string): Act => ({
  call,
  address,
  steps: async ({ pick }) => {
    await pick(`More actions for ${name}`, 'Delete')
    await (await dialog('DELETE')).press('DELETE')
  },
})
/** Opens a row's form in its drawer, changes a field and saves. */
export const edits = (call: string, address: string, name: string, field: RegExp, role?: '0'): Act => ({
  call,
  address,
  role,
  steps: async ({ press }) => {
    await press(`Edit ${name}`)
    const form = await dialog(/^Edit/)
    await form.fill(field, 'Changed')
    await form.press('Save')
  },
})

export const register: Act = {
  call: 'auth.register',
  address: '/auth/register',
  role: null,
  steps: async (console) => {
    await fillPerson(console)
    await console.fill(/^Repeat password/, NEW_PASSWORD)
    await console.press('Create account')
  },
}
export const logIn: Act = {
  call: 'auth.login',
  address: '/auth/login',
  role: null,
  steps: async ({ fill, press }) => {
    await fill(/^Email/, 'ada@example.com')
    await fill(/^Password/, NEW_PASSWORD)
    await press('Log in')
  },
}
export const sendEmail: Act = {
  call: 'auth.sendEmail',
  address: '/app/settings?tab=verification',
  steps: ({ press }) => press('Send verification email'),
}
export const verifyEmail: Act = {
  call: 'auth.verifyEmail',
  address: '/auth/verify-email?code=abc',
  role: null,
  steps: async () => {},
}
export const sendMobile: Act = {
  call: 'auth.sendMobileCode',
  address: '/app/settings?tab=verification',
  steps: async ({ fill, press }) => {
    await fill(/^Mobile/, '+49 170 1234567')
    await press('Send code')
  },
}
export const verifyMobile: Act = {
  call: 'auth.verifyMobile',
  address: '/app/settings?tab=verification',
  steps: async (console) => {
    await sendMobile.steps(console)
    await console.fill(/^Code/, '123456')
    await console.press('Verify')
  },
}
export const sendReset: Act = {
  call: 'auth.resetPassword',
  address: '/auth/forgot-password',
  role: null,
  steps: async ({ fill, press }) => {
    await fill(/^Email/, 'ada@example.com')
    await press('Send link')
  },
}
export const verifyReset: Act = {
  call: 'auth.verifyPassword',
  address: '/auth/reset-password?code=abc',
  role: null,
  steps: async ({ fill, press }) => {
    await fill(/^New password/, NEW_PASSWORD)
    await fill(/^Repeat password/, NEW_PASSWORD)
    await press('Change password')
  },
}
export const saveProfile: Act = {
  call: 'auth.updateProfile',
  address: '/app/profile',
  steps: async ({ fill, press }) => {
    await fill(/^First name/, 'Adele')
    await press('Save profile')
  },
}
export const createUser: Act = {
  call: 'users.create',
  address: '/app/user',
  steps: async ({ press }) => {
    await press('Add user')
    const form = await dialog('Add user')
    await fillPerson(form)
    await form.fill(/^Repeat password/, NEW_PASSWORD)
    await form.press('Save')
  },
}
export const createOrganization: Act = {
  call: 'organizations.create',
  address: '/app/organization',
  role: SUPER_ADMIN,
  steps: async ({ press }) => {
    await press('Add organization')
    const form = await dialog('Add organization')
    await form.fill(/^Name/, 'Bakery')
    await fillPerson(form)
    await form.press('Save')
  },
}
export const createBuilding: Act = {
  call: 'buildings.create',
  address: '/app/buildings/create',
  steps: async ({ fill, press }) => {
    await fill(/^Name/, 'Tower')
    await fill(/^Location/, 'Amman')
    await fill(/^Floor name/, 'Ground')
    await press('Save')
  },
}
export const updateBuilding: Act = {
  call: 'buildings.update',
  address: '/app/buildings/edit/b1',
  steps: async ({ fill, press }) => {
    await fill(/^Name/, 'Tower 2')
    await press('Save')
  },
}
export const createLicence: Act = {
  call: 'licences.create',
  address: '/app/licence',
  role: SUPER_ADMIN,
  steps: async ({ press }) => {
    await press('Add license')
    const form = await dialog('Add license')
    await form.fill(/^Number/, 'L-2027')
    await form.choose(/^Organization/, 'Flower shop')
    await form.fill(/^Screens/, '3')
    await form.press('Save')
  },
}
export const createGroup: Act = {
  call: 'deviceGroups.create',
  address: '/app/device-group',
  steps: async ({ press }) => {
    await press('Add group')
    const form = await dialog('Add group')
    await form.fill(/^Name/, 'Window')
    await form.press('Save')
  },
}
export const updateStoryboard: Act = {
  call: 'storyboards.update',
  address: '/app/storyboard/standard/edit/s1',
  steps: async ({ fill, press }) => {
    await fill(/^Name/, 'Dinner')
    await press('Save')
  },
}
export const createStoryboard: Act = {
  call: 'storyboards.create',
  address: '/app/storyboard/standard/create',
  steps: async ({ fill, press }) => {
    await fill(/^Name/, 'Dinner')
    await press('Add Bread')
    await press('Save')
  },
}
export const createCard: Act = {
  call: 'cards.create',
  address: '/app/cards/create',
  steps: async ({ fill, press }) => {
    await press('Blank page')
    await fill(/^Card name/, 'Opening hours')
    await press('Save')
  },
}
export const updateCard: Act = {
  call: 'cards.update',
  address: '/app/cards/edit/c1',
  steps: async ({ fill, press }) => {
    await fill(/^Card name/, 'Cake')
    await press('Save')
  },
}
export const updateTemplate: Act = { ...updateCard, call: 'designs.update', address: '/app/cards/edit/t1' }
/** Saves an ordinary card's design as a template's. */
export const updateDesign: Act = {
  call: 'designs.update',
  address: '/app/cards/design-template/c1',
  steps: (console) => design(console),
}
export const createTemplate: Act = {
  ...createCard,
  call: 'designs.create',
  address: '/app/cards/design-template',
}
export const updateMedia: Act = {
  call: 'media.update',
  address: '/app/media-library/preview/m1',
  steps: async ({ fill, press }) => {
    await fill(/^Name/, 'Front')
    await press('Save')
  },
}
export const createFolder: Act = {
  call: 'media.createFolder',
  address: '/app/media-library',
  steps: async ({ press }) => {
    await press('Create Folder')
    const form = await dialog('Create')
    await form.fill('Folder Name *', 'Autumn')
    await form.press('Create')
  },
}
export const renameFolder: Act = {
  call: 'media.updateFolder',
  address: '/app/media-library',
  steps: async ({ pick }) => {
    await pick('Actions for folder Summer', 'Rename')
    const form = await dialog('Rename')
    await form.fill('Folder Name *', 'Autumn')
    await form.press('Rename')
  },
}
export const deleteFolder: Act = {
  call: 'media.removeFolder',
  address: '/app/media-library',
  steps: async ({ pick }) => {
    await pick('Actions for folder Summer', 'Delete')
    await (await dialog('DELETE')).press('DELETE')
  },
}

/** Adds a widget and saves. */
async function design({ press, user }: Console) {
  await press('Text')
  await user.keyboard('{Control>}s{/Control}')
}
export const createLayout: Act = { call: 'layouts.create', address: '/app/layouts/design', steps: design }
export const updateLayout: Act = { call: 'layouts.update', address: '/app/layouts/design/y1', steps: design }
export const upload: Act = {
  call: 'media.upload',
  address: '/app/media-library',
  steps: async ({ press, user, field }) => {
    await press('Upload')
    await user.upload(await field('Choose files'), new File(['GIF89a'], 'shop.gif', { type: 'image/gif' }))
    await press(/^Upload 1 file/)
  },
}
export const saveSchedule: Act = {
  call: 'deviceGroups.update',
  address: '/app/device-group/storyboard/g1',
  steps: async ({ choose, press }) => {
    await choose(/^Default storyboard/, 'Lunch')
    await press('Save schedule')
  },
}
