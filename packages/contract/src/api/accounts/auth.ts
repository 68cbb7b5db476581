import { z } from 'zod'
import { Id } from '#api/base/entity.ts'
import { email, mobile, newPassword, optionalText, requiredText } from '#api/base/inputs.ts'
import { route } from '#route.ts'
import { rule } from '#rules.ts'
import { Brand } from './brand.ts'
import { PasskeyProof } from './passkey-proof.ts'
import { Region } from './region.ts'
import { Limits } from './scope.ts'
import { RoleArea, User } from './users.ts'

/** The logged-in user, cached by the console. `mediaToken` goes into the URLs of files (an addition). */
export const Profile = User.extend({
  /** What the person may change, also by a custom role. */
  permissions: z.array(RoleArea),
  organization: z.object({
    id: Id,
    name: z.string(),
    brand: Brand,
    /** The console shows the brand. */
    branded: z.boolean(),
    region: Region,
    /** Without a second factor, people can use nothing but their profile. */
    requiresSecondFactor: z.boolean(),
  }),
  kiosk: z.boolean(),
  /** What `can`, `reachOf`, and `isWithin` decide by, besides role and permissions. */
  limits: Limits,
  /** The organization signed itself up: uploads and screens wait until the email address is verified. */
  mustVerifyEmail: z.boolean(),
  /** False while the server has no mail server: its messages wait in the outbox. */
  sendsEmail: z.boolean(),
  /** The person has an authenticator app; `secondFactor` is true for a passkey, too. */
  authenticatorApp: z.boolean(),
  /** How many they have. */
  passkeys: z.int(),
  /** Unused recovery codes of the second factor. */
  recoveryCodesLeft: z.int(),
  /** Only the profile is open, until the person has the second factor that the organization requires. */
  mustSetSecondFactor: z.boolean(),
  /** Logged in through the organization's provider: changes ask for no password, but for a recent login. */
  viaProvider: z.boolean(),
  mediaToken: z.string(),
})
export type Profile = z.infer<typeof Profile>

/** Doesn't validate the email's format: every wrong login gets the same refusal. */
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
  /** Of the second factor, or a recovery code: for accounts that have one. */
  code: z.string().trim().max(40, rule('max', 40)).optional(),
  /** In place of the code. */
  passkey: PasskeyProof.optional(),
})

/** A kiosk's login: `base64url(payload).base64url(HMAC-SHA256)`, see KioskPayload. */
export const KioskCredentials = z.object({ kioskCode: z.string().min(1).max(4000) })
/** `kioskCode` selects the schema, so errors name the right field. */
const Login = z
  .unknown()
  .transform((input, context): z.output<typeof Credentials> | z.output<typeof KioskCredentials> => {
    const isKiosk = typeof input === 'object' && input !== null && 'kioskCode' in input
    const result = (isKiosk ? KioskCredentials : Credentials).safeParse(input)
    if (result.success) return result.data
    for (const issue of result.error.issues) context.issues.push({ ...issue, input } as never)
    return z.NEVER
  })

export const Registration = z.object({
  firstName: requiredText(),
  lastName: requiredText(),
  email: email(),
  password: newPassword(),
  /** Name of the new organization; defaults to the person's name. */
  organizationName: optionalText(100),
})

export const EmailAddress = z.object({ email: email() })
export const MobileNumber = z.object({ mobile: mobile() })
export const MOBILE_CODE_DIGITS = 6
export const MobileVerification = z.object({
  mobile: mobile(),
  code: requiredText(100).regex(/^\d{6}$/, rule('digits', MOBILE_CODE_DIGITS)),
})
const linkCode = () => requiredText(200)
export const PasswordReset = z.object({ code: linkCode(), password: newPassword() })

export type Credentials = z.infer<typeof Credentials>

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

const Message = z.object({ message: z.string() })
export const Session = z.object({ token: z.string(), refreshToken: z.string(), mediaToken: z.string() })

export const auth = {
  login: route({
    method: 'POST',
    path: '/auth/login',
    summary: 'Log in',
    event: 'login',
    who: 'public',
    body: Login,
    fullDisk: 'allow',
    response: Session.extend({ profile: Profile }),
    // A lost session only means another login; a flush for each of many logins would stall every other request.
    write: 'quick',
    errors: [
      ...(['LOGIN_FAILED', 'CODE_NEEDED', 'CODE_WRONG', 'PASSKEY_NEEDED', 'PASSKEY_WRONG'] as const),
      ...(['PASSKEY_ELSEWHERE', 'PROVIDER_REQUIRED', 'TOO_MANY_REQUESTS'] as const),
    ],
  }),
  register: route({
    method: 'POST',
    path: '/auth/register',
    summary: 'Create an account with its own organization; sends a verification email',
    event: 'account.registered',
    who: 'public',
    body: Registration,
    response: Message,
    status: 201,
    errors: ['FORBIDDEN', 'TOO_MANY_REQUESTS'],
  }),
  sendEmail: route({
    method: 'POST',
    path: '/auth/email/send',
    summary: 'Send or resend the verification email; the response is the same for unknown addresses',
    who: 'public',
    body: EmailAddress,
    response: Message,
    errors: ['TOO_MANY_REQUESTS'],
  }),
  verifyEmail: route({
    method: 'GET',
    path: '/auth/email/verify/:code',
    summary: 'Verify an email address with the code from the email',
    event: 'email.verified',
    who: 'public',
    write: true,
    params: z.object({ code: linkCode() }),
    response: Message,
    errors: ['INVALID_CODE'],
  }),
  sendMobileCode: route({
    method: 'POST',
    path: '/auth/mobile/send-code',
    summary: 'Send a six-digit code to a mobile number',
    who: { write: 'profile' },
    keys: false,
    body: MobileNumber,
    response: Message,
    errors: ['TOO_MANY_REQUESTS'],
  }),
  verifyMobile: route({
    method: 'POST',
    path: '/auth/mobile/verify',
    summary: 'Verify a mobile number and save it in the profile',
    event: 'mobile.verified',
    who: { write: 'profile' },
    keys: false,
    body: MobileVerification,
    response: Message,
    errors: ['INVALID_CODE'],
  }),
  resetPassword: route({
    method: 'POST',
    path: '/auth/password/reset',
    summary: 'Request a password reset email; the response is the same for unknown addresses',
    event: 'password.reset-requested',
    who: 'public',
    body: EmailAddress,
    fullDisk: 'allow',
    response: Message,
    errors: ['TOO_MANY_REQUESTS'],
  }),
  verifyPassword: route({
    method: 'POST',
    path: '/auth/password/verify',
    summary: 'Set a new password with the code from the email; ends all sessions of the account',
    event: 'password.reset',
    who: 'public',
    body: PasswordReset,
    fullDisk: 'allow',
    response: Message,
    errors: ['INVALID_CODE', 'TOO_MANY_REQUESTS'],
  }),
  refresh: route({
    method: 'POST',
    path: '/auth/refresh-token',
    summary: 'Exchange a refresh token for a new pair of tokens',
    who: 'public',
    write: false,
    body: z.object({
      refreshToken: z
        .string({ error: rule('required') })
        .min(1, rule('required'))
        .max(200),
    }),
    response: Session,
    errors: ['SESSION_EXPIRED', 'TOO_MANY_REQUESTS'],
  }),
  logout: route({
    method: 'POST',
    path: '/auth/logout',
    summary: 'End the session of a refresh token; the response is the same if there is none',
    event: 'logout',
    who: 'public',
    body: z.object({
      refreshToken: z
        .string({ error: rule('required') })
        .min(1, rule('required'))
        .max(200),
    }),
    fullDisk: 'allow',
    response: Message,
  }),
  profile: route({
    method: 'GET',
    path: '/auth/profile',
    summary: 'Get your profile',
    who: { read: 'profile' },
    keys: false,
    response: z.object({ profile: Profile }),
  }),
  updateProfile: route({
    method: 'PUT',
    path: '/auth/profile',
    summary: 'Update your name, mobile number, or password',
    event: 'profile.changed',
    who: { write: 'profile' },
    keys: false,
    body: ProfileUpdate,
    response: z.object({ profile: Profile }),
    errors: ['TOO_MANY_REQUESTS'],
    budget: 'passwords',
  }),
}
