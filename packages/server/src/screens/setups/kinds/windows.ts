/**
 * A script for Windows 10 and 11 that starts the player in Edge whenever the account of the screen logs in. Windows
 * itself stores the password of an automatic login; the script knows none.
 * @param content the origin of web packages, which the player frames
 */
export const windowsScript = (player: string, content: string): string => `#Requires -RunAsAdministrator
# Sets this PC up as a Vitrine screen: Edge opens the player in full screen when someone logs in, and Windows stays awake.
# Run it in PowerShell as administrator:  powershell -ExecutionPolicy Bypass -File windows.ps1
# Undo it with:                           powershell -ExecutionPolicy Bypass -File windows.ps1 -Remove
param([switch]$Remove)
$ErrorActionPreference = 'Stop'

$Player = '${player}'
$Content = '${content}'
$Task = 'Vitrine screen'
$Policies = 'HKLM:\\SOFTWARE\\Policies\\Microsoft\\Edge'
$Lists = 'AutoplayAllowlist', 'OverrideSecurityRestrictionsOnInsecureOrigin', 'LocalNetworkAccessAllowedForUrls',
  'WebRtcLocalIpsAllowedUrls'

if ($Remove) {
  Unregister-ScheduledTask -TaskName $Task -Confirm:$false -ErrorAction SilentlyContinue
  foreach ($List in $Lists) { Remove-Item "$Policies\\$List" -Recurse -ErrorAction SilentlyContinue }
  Write-Host 'Removed. The power settings are unchanged.'
  exit
}

# Sound without a touch, and offline storage on plain HTTP.
foreach ($List in $Lists) {
  New-Item "$Policies\\$List" -Force | Out-Null
  Set-ItemProperty "$Policies\\$List" -Name '1' -Value $Player
  Set-ItemProperty "$Policies\\$List" -Name '2' -Value $Content
}
Set-ItemProperty $Policies -Name 'HideFirstRunExperience' -Type DWord -Value 1

powercfg /change monitor-timeout-ac 0
powercfg /change standby-timeout-ac 0
powercfg /change hibernate-timeout-ac 0

$Edge = 'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe'
if (-not (Test-Path $Edge)) { $Edge = 'C:\\Program Files\\Microsoft\\Edge\\Application\\msedge.exe' }
if (-not (Test-Path $Edge)) { throw 'Microsoft Edge is missing. Install it, then run this file again.' }
$Arguments = "--kiosk $Player/ --edge-kiosk-type=fullscreen --no-first-run --autoplay-policy=no-user-gesture-required"
# Starts Edge again within a minute if it exits.
$Loop = "-NoProfile -WindowStyle Hidden -Command ""while (1) { Start-Process '$Edge' -ArgumentList '$Arguments' -Wait; Start-Sleep 5 }"""
$Action = New-ScheduledTaskAction -Execute 'powershell.exe' -Argument $Loop
$Trigger = New-ScheduledTaskTrigger -AtLogOn
$Everyone = New-ScheduledTaskPrincipal -GroupId 'S-1-5-32-545'
$Settings = New-ScheduledTaskSettingsSet -AllowStartIfOnBatteries -DontStopIfGoingOnBatteries -ExecutionTimeLimit ([TimeSpan]::Zero)
Register-ScheduledTask -TaskName $Task -Action $Action -Trigger $Trigger -Principal $Everyone -Settings $Settings -Force | Out-Null
Write-Host "Done. Log in with the account of the screen: Edge opens $Player."
`
