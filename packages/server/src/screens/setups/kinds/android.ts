/** Settings that Fully Kiosk Browser imports. Kiosk mode is left out: it needs a PIN, which only its owner should know. */
export const fullySettings = (player: string): string =>
  JSON.stringify(
    {
      startURL: `${player}/`,
      launchOnBoot: true,
      keepScreenOn: true,
      setWifiWakelock: true,
      autoplayVideos: true,
      autoplayAudio: true,
      // Where the player is cached it starts without the server, so the app must not wait for the network.
      waitInternetOnReload: false,
      reloadPageFailure: '30',
      restartOnCrash: true,
      showActionBar: false,
      showStatusBar: false,
      showNavigationBar: false,
      webcamAccess: false,
      enablePopups: false,
    },
    null,
    2,
  )

/** Package name of the app in `shells/android`. */
const SHELL = 'org.vitrine.player'

/** A policy of the Android Management API: the shell as the only app, with the address as its managed configuration. */
export const androidPolicy = (player: string): string =>
  JSON.stringify(
    {
      applications: [
        {
          packageName: SHELL,
          installType: 'KIOSK',
          defaultPermissionPolicy: 'DENY',
          managedConfiguration: { address: `${player}/` },
        },
      ],
      kioskCustomization: {
        systemNavigation: 'NAVIGATION_DISABLED',
        statusBar: 'NOTIFICATIONS_AND_SYSTEM_INFO_DISABLED',
        systemErrorWarnings: 'ERROR_AND_WARNINGS_MUTED',
        deviceSettings: 'SETTINGS_ACCESS_BLOCKED',
      },
      stayOnPluggedModes: ['AC', 'USB', 'WIRELESS'],
      keyguardDisabled: true,
      cameraDisabled: true,
    },
    null,
    2,
  )
