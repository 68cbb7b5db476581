package org.vitrine.player;

import android.app.Activity;
import android.app.admin.DevicePolicyManager;
import android.content.ComponentName;
import android.content.Context;
import android.content.RestrictionsManager;
import android.content.SharedPreferences;
import android.graphics.Color;
import android.net.Uri;
import android.os.Bundle;
import android.os.Handler;
import android.os.Looper;
import android.text.InputType;
import android.view.Gravity;
import android.view.View;
import android.view.WindowManager;
import android.webkit.RenderProcessGoneDetail;
import android.webkit.WebResourceError;
import android.webkit.WebResourceRequest;
import android.webkit.WebSettings;
import android.webkit.WebView;
import android.webkit.WebViewClient;
import android.widget.Button;
import android.widget.EditText;
import android.widget.LinearLayout;
import android.widget.TextView;

/** Shows the player in full screen, keeps the device awake, and pins itself where the device allows it. */
public final class MainActivity extends Activity {
  private static final String ADDRESS = "address";
  private static final long RETRY_MS = 5000;

  private final Handler later = new Handler(Looper.getMainLooper());
  private final Runnable load = this::load;
  private WebView page;
  /** What the page shows; empty while the address is asked for. */
  private String shown = "";

  @Override
  protected void onCreate(Bundle saved) {
    super.onCreate(saved);
    getWindow().addFlags(WindowManager.LayoutParams.FLAG_KEEP_SCREEN_ON);
    getWindow().getDecorView().setBackgroundColor(Color.rgb(7, 12, 22));
  }

  @Override
  protected void onResume() {
    super.onResume();
    hideBars();
    pin();
    String address = address();
    if (address.isEmpty()) askForAddress();
    else if (!address.equals(shown)) open(address);
    if (page != null) page.onResume();
  }

  @Override
  public void onWindowFocusChanged(boolean focused) {
    super.onWindowFocusChanged(focused);
    if (focused) hideBars();
  }

  @Override
  protected void onDestroy() {
    later.removeCallbacks(load);
    if (page != null) page.destroy();
    super.onDestroy();
  }

  /** People in front of the screen don't leave it by the back button; the player handles its own pages. */
  @Override
  public void onBackPressed() {}

  /** The managed configuration wins over what was typed. */
  private String address() {
    Bundle managed =
        ((RestrictionsManager) getSystemService(Context.RESTRICTIONS_SERVICE)).getApplicationRestrictions();
    String address = managed == null ? null : managed.getString(ADDRESS);
    return address == null || address.isEmpty() ? typed().getString(ADDRESS, "") : address;
  }

  private SharedPreferences typed() {
    return getSharedPreferences("settings", MODE_PRIVATE);
  }

  private void askForAddress() {
    EditText field = new EditText(this);
    field.setInputType(InputType.TYPE_CLASS_TEXT | InputType.TYPE_TEXT_VARIATION_URI);
    field.setSingleLine();
    field.setText("http://");
    field.setContentDescription(getString(R.string.address));
    Button open = new Button(this);
    open.setText(R.string.open);
    open.setOnClickListener(
        button -> {
          String address = field.getText().toString().trim();
          String scheme = Uri.parse(address).getScheme();
          if (!"http".equals(scheme) && !"https".equals(scheme)) return;
          typed().edit().putString(ADDRESS, address).apply();
          open(address);
        });
    LinearLayout form = new LinearLayout(this);
    form.setOrientation(LinearLayout.VERTICAL);
    form.setGravity(Gravity.CENTER);
    form.setPadding(96, 0, 96, 0);
    for (int text : new int[] {R.string.address, R.string.address_hint}) {
      TextView line = new TextView(this);
      line.setText(text);
      form.addView(line);
    }
    form.addView(field);
    form.addView(open);
    setContentView(form);
  }

  private void open(String address) {
    shown = address;
    if (page != null) page.destroy();
    page = new WebView(this);
    page.setBackgroundColor(Color.rgb(7, 12, 22));
    WebSettings settings = page.getSettings();
    settings.setJavaScriptEnabled(true);
    settings.setDomStorageEnabled(true);
    settings.setMediaPlaybackRequiresUserGesture(false);
    settings.setAllowFileAccess(false);
    settings.setAllowContentAccess(false);
    page.setWebViewClient(new Client());
    setContentView(page);
    load();
  }

  private void load() {
    later.removeCallbacks(load);
    page.loadUrl(shown);
  }

  private void pin() {
    DevicePolicyManager policies =
        (DevicePolicyManager) getSystemService(Context.DEVICE_POLICY_SERVICE);
    if (policies.isDeviceOwnerApp(getPackageName()))
      policies.setLockTaskPackages(
          new ComponentName(this, OwnerReceiver.class), new String[] {getPackageName()});
    if (policies.isLockTaskPermitted(getPackageName())) startLockTask();
  }

  private void hideBars() {
    getWindow()
        .getDecorView()
        .setSystemUiVisibility(
            View.SYSTEM_UI_FLAG_IMMERSIVE_STICKY
                | View.SYSTEM_UI_FLAG_FULLSCREEN
                | View.SYSTEM_UI_FLAG_HIDE_NAVIGATION
                | View.SYSTEM_UI_FLAG_LAYOUT_STABLE
                | View.SYSTEM_UI_FLAG_LAYOUT_FULLSCREEN
                | View.SYSTEM_UI_FLAG_LAYOUT_HIDE_NAVIGATION);
  }

  private final class Client extends WebViewClient {
    /** Only frames leave the player's address: it opens sites and web packages in frames. */
    @Override
    public boolean shouldOverrideUrlLoading(WebView view, WebResourceRequest request) {
      if (!request.isForMainFrame()) return false;
      Uri to = request.getUrl();
      Uri own = Uri.parse(shown);
      return !(String.valueOf(to.getScheme()).equals(own.getScheme())
          && String.valueOf(to.getAuthority()).equals(own.getAuthority()));
    }

    /** The device can start before its network. */
    @Override
    public void onReceivedError(WebView view, WebResourceRequest request, WebResourceError error) {
      if (!request.isForMainFrame()) return;
      view.loadData(getString(R.string.unreachable, shown), "text/plain", "utf-8");
      later.postDelayed(load, RETRY_MS);
    }

    /** The page crashed or the system took its memory: make another one instead of ending with it. */
    @Override
    public boolean onRenderProcessGone(WebView view, RenderProcessGoneDetail detail) {
      if (view == page) open(shown);
      return true;
    }
  }
}
