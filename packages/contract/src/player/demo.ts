/** The version that screens of `--demo` report. The server plays them itself; they show nothing and take no commands. */
export const DEMO_PLAYER = 'demo'
