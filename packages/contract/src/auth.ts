import { z } from 'zod'
import { Id } from './entity.ts'
import { route } from './route.ts'
import { newPassword, optionalText, requiredText, rule } from './rules.ts'
import { User } from './users.ts'

/** The signed-in person, kept by the console. `mediaToken` goes into the addresses of files (an addition). */
export const Profile = User.extend({
  organization: z.object({ id: Id, name: z.string() }),
  kiosk: z.boolean(),
  mediaToken: z.string(),
})
export type Profile = z.infer<typeof Profile>

/** Not checked for form: whether an address exists must not show in how a wrong one is refused. */
export const Credentials = z.object({
  email: z
    .string({ error: rule('required') })
    .trim()
    .min(1, rule('required'))
    .max(254, rule('max', 254)),
  password: z
    .string({ error: rule('required') })
    .min(1, rule('required'))
    .max(200, rule('max', 200)),
})

export const ProfileUpdate = z
  .object({
    firstName: requiredText(),
    lastName: requiredText(),
    mobile: optionalText(32),
    /** A new password, together with the current one. */
    password: newPassword().optional(),
    currentPassword: z.string().max(200).optional(),
  })
  .refine((input) => !input.password || input.currentPassword, {
    path: ['currentPassword'],
    message: rule('required'),
  })

const Session = z.object({ token: z.string(), refreshToken: z.string(), mediaToken: z.string() })

export const auth = {
  login: route({
    method: 'POST',
    path: '/auth/login',
    summary: 'Sign in',
    who: 'public',
    body: Credentials,
    response: Session.extend({ profile: Profile }),
    errors: ['LOGIN_FAILED', 'TOO_MANY_REQUESTS'],
  }),
  refresh: route({
    method: 'POST',
    path: '/auth/refresh-token',
    summary: 'Swap the refresh token for a new pair',
    who: 'public',
    write: false,
    body: z.object({
      refreshToken: z
        .string({ error: rule('required') })
        .min(1, rule('required'))
        .max(200),
    }),
    response: Session,
    errors: ['SESSION_EXPIRED'],
  }),
  profile: route({
    method: 'GET',
    path: '/auth/profile',
    summary: 'The signed-in person',
    who: { read: 'profile' },
    response: z.object({ profile: Profile }),
  }),
  updateProfile: route({
    method: 'PUT',
    path: '/auth/profile',
    summary: 'Change name, mobile or password of the signed-in person',
    who: { write: 'profile' },
    body: ProfileUpdate,
    response: z.object({ profile: Profile }),
  }),
}
