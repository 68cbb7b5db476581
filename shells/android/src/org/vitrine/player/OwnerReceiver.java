package org.vitrine.player;

import android.app.admin.DeviceAdminReceiver;

/** Makes the app able to own a device, which lets it pin itself without asking. */
public final class OwnerReceiver extends DeviceAdminReceiver {}
