import { zip } from '#screens/setups/archives/zip.ts'

/** Shows the player. Reloads the page until the server responds; then the player takes over. */
const autorun = (player: string) => `' Vitrine on BrightSign
Sub Main()
  address$ = "${player}/"
  events = CreateObject("roMessagePort")
  mode = CreateObject("roVideoMode")
  area = CreateObject("roRectangle", 0, 0, mode.GetResX(), mode.GetResY())
  CreateDirectory("vitrine-storage")
  config = {
    url: address$
    port: events
    nodejs_enabled: false
    storage_path: "vitrine-storage"
    storage_quota: "8589934592"
  }
  page = CreateObject("roHtmlWidget", area, config)
  page.Show()
  while true
    event = wait(0, events)
    if type(event) = "roHtmlWidgetEvent" then
      data = event.GetData()
      if type(data) = "roAssociativeArray" then
        if data.reason = "load-error" then
          sleep(5000)
          page.SetUrl(address$)
        end if
      end if
    end if
  end while
End Sub
`

/** Unpacks autorun.zip, which a player finds in the root of its storage, and restarts with its contents. */
const AUTOZIP = `' Unpacks autorun.zip
Sub Main()
  for each drive in ["USB1:", "SD:", "SSD:"]
    source$ = drive + "/autorun.zip"
    if type(CreateObject("roReadFile", source$)) = "roReadFile" then
      package = CreateObject("roBrightPackage", source$)
      package.Unpack(drive + "/")
      package = invalid
      DeleteFile(drive + "/autozip.brs")
      DeleteFile(source$)
      RebootSystem()
    end if
  next
End Sub
`

export const brightsignZip = (player: string): Promise<Buffer> =>
  zip([
    { name: 'autozip.brs', content: AUTOZIP },
    { name: 'autorun.brs', content: autorun(player) },
  ])
