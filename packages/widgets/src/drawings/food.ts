/**
 * Colors: `a` main, `b` second, `w` white; `+` lighter, `-` darker. Subjects are centered, because edges are cropped.
 */
export const FOOD = {
  coffee: `<g fill="none" stroke="{a+}" stroke-width="16" stroke-linecap="round"><path d="M400 300c-34-44 34-72 0-120M490 300c-34-44 34-72 0-120M580 300c-34-44 34-72 0-120"/></g>
<ellipse cx="490" cy="752" rx="290" ry="40" fill="{a-}"/><ellipse cx="490" cy="738" rx="290" ry="40" fill="{b+}"/>
<path d="M676 420h44a84 84 0 0 1 0 168h-66" fill="none" stroke="{a}" stroke-width="38"/>
<path d="M290 380h400v150a200 200 0 0 1-400 0z" fill="{a}"/><path d="M290 380h120v310a200 200 0 0 1-120-160z" fill="{a-}" opacity=".45"/>
<ellipse cx="490" cy="380" rx="200" ry="50" fill="{w}"/><ellipse cx="490" cy="384" rx="176" ry="38" fill="{a-}"/>
<path d="M490 410c-50-20-84-28-72-44 12-14 54-8 72 8 18-16 60-22 72-8 12 16-22 24-72 44z" fill="{b+}"/>
<g fill="{b}"><ellipse cx="246" cy="812" rx="34" ry="22" transform="rotate(-24 246 812)"/><ellipse cx="742" cy="828" rx="34" ry="22" transform="rotate(18 742 828)"/><ellipse cx="806" cy="790" rx="30" ry="20" transform="rotate(-30 806 790)"/></g>`,
  bread: `<ellipse cx="500" cy="780" rx="380" ry="36" fill="{a-}" opacity=".35"/>
<path d="M180 640c0-150 120-230 320-230s320 80 320 230c0 70-40 110-110 110H290c-70 0-110-40-110-110z" fill="{b}"/>
<path d="M180 640c0-150 120-230 320-230s320 80 320 230c0 16-2 30-6 42-30-120-130-180-314-180s-284 60-314 180c-4-12-6-26-6-42z" fill="{b+}"/>
<g fill="none" stroke="{w}" stroke-width="22" stroke-linecap="round" opacity=".85"><path d="M330 480l60 110M450 456l50 120M570 456l44 112M680 490l36 92"/></g>
<g stroke="{a}" stroke-width="12" stroke-linecap="round" fill="{a}"><path d="M240 400C260 300 310 220 380 170" fill="none"/><path d="M760 400C740 300 690 220 620 170" fill="none"/>
<path d="M262 330q-56-10-60-64 56 4 60 64zM284 276q-48-20-44-72 52 14 44 72zM316 226q-36-34-20-80 44 28 20 80zM280 330q14-50 66-54-8 56-66 54zM312 274q20-46 72-42-16 52-72 42zM738 330q56-10 60-64-56 4-60 64zM716 276q48-20 44-72-52 14-44 72zM684 226q36-34 20-80-44 28-20 80zM720 330q-14-50-66-54 8 56 66 54zM688 274q-20-46-72-42 16 52 72 42z" stroke="none"/></g>`,
  plate: `<ellipse cx="500" cy="770" rx="330" ry="36" fill="{a-}" opacity=".35"/><circle cx="500" cy="500" r="280" fill="{w}"/><circle cx="500" cy="500" r="280" fill="none" stroke="{a+}" stroke-width="10"/><circle cx="500" cy="500" r="196" fill="{a+}" opacity=".35"/>
<path d="M400 520c0-90 60-150 140-150s130 60 120 130-70 130-140 130-120-40-120-110z" fill="{b}"/><path d="M440 500c10-60 60-90 110-84" fill="none" stroke="{b+}" stroke-width="20" stroke-linecap="round"/>
<g fill="{a}"><path d="M396 560q-70-30-60-110 70 24 60 110zM420 610q-80 0-100-70 80-10 100 70z"/></g><circle cx="590" cy="610" r="30" fill="{b-}"/><circle cx="640" cy="566" r="22" fill="{b-}"/>
<g fill="{a}"><path d="M118 260h18v150h16V260h18v150h16V260h18v180q0 50-34 60v260q0 20-18 20t-18-20V500q-34-10-34-60V260z"/><path d="M850 780q-20 0-20-20V270q60 30 60 160 0 90-24 110v220q0 20-16 20z"/></g>`,
  bowl: `<ellipse cx="500" cy="800" rx="260" ry="30" fill="{a-}" opacity=".35"/><g fill="none" stroke="{a+}" stroke-width="16" stroke-linecap="round"><path d="M410 330c-30-40 30-66 0-110M500 310c-30-40 30-66 0-110M590 330c-30-40 30-66 0-110"/></g>
<g fill="{b}"><circle cx="380" cy="470" r="86"/><circle cx="620" cy="470" r="86"/></g><circle cx="500" cy="440" r="100" fill="{b-}"/><path d="M300 460q40-100 130-70-10 90-130 70zM700 460q-40-100-130-70 10 90 130 70z" fill="{a+}"/>
<path d="M190 480h620c0 170-100 290-220 310H410C290 770 190 650 190 480z" fill="{a}"/><path d="M190 480h620q0 40-8 76H198q-8-36-8-76z" fill="{a-}" opacity=".5"/>
<g fill="{w}" opacity=".85"><circle cx="320" cy="640" r="14"/><circle cx="410" cy="690" r="14"/><circle cx="500" cy="650" r="14"/><circle cx="590" cy="690" r="14"/><circle cx="680" cy="640" r="14"/></g>`,
  glass: `<ellipse cx="500" cy="826" rx="190" ry="26" fill="{a-}" opacity=".35"/><path d="M600 150l-90 330" stroke="{a}" stroke-width="22" stroke-linecap="round"/>
<path d="M330 250h340l-48 540q-4 34-40 34H418q-36 0-40-34z" fill="{w}" opacity=".75"/><path d="M344 400h312l-34 390q-4 34-40 34H418q-36 0-40-34z" fill="{b}"/><path d="M344 400h312l-6 64q-80 40-150 0t-150 4z" fill="{b+}"/>
<g fill="{w}" opacity=".6"><rect x="420" y="500" width="84" height="84" rx="16" transform="rotate(-14 462 542)"/><rect x="510" y="600" width="84" height="84" rx="16" transform="rotate(18 552 642)"/></g>
<circle cx="330" cy="270" r="110" fill="{a}"/><circle cx="330" cy="270" r="90" fill="{a+}"/><g stroke="{w}" stroke-width="8"><path d="M330 186v168M246 270h168M271 211l118 118M389 211l-118 118"/></g>
<path d="M640 300q20-90 110-90-10 90-110 90z" fill="{a}"/>`,
  fruit: `<ellipse cx="500" cy="800" rx="330" ry="34" fill="{a-}" opacity=".35"/><circle cx="360" cy="590" r="190" fill="{b}"/><path d="M230 520q30-80 110-90" fill="none" stroke="{w}" stroke-width="22" stroke-linecap="round" opacity=".6"/><path d="M360 410q0-70 40-110" stroke="{a-}" stroke-width="18" fill="none" stroke-linecap="round"/><path d="M390 350q50-90 150-70-30 90-150 70z" fill="{a}"/>
<path d="M650 300c70 0 90 90 100 180 14 60 40 90 40 170 0 90-70 140-150 140s-150-50-150-140c0-80 40-110 60-170 20-90 30-180 100-180z" fill="{a}"/><path d="M560 640q0-60 34-110" fill="none" stroke="{w}" stroke-width="20" stroke-linecap="round" opacity=".6"/><path d="M650 306q0-50 30-90" stroke="{b-}" stroke-width="16" fill="none" stroke-linecap="round"/>
<g fill="{b-}"><circle cx="470" cy="730" r="46"/><circle cx="550" cy="756" r="46"/><circle cx="400" cy="764" r="40"/></g>`,
  cake: `<ellipse cx="500" cy="800" rx="330" ry="34" fill="{a-}" opacity=".35"/><rect x="250" y="520" width="500" height="260" rx="30" fill="{b}"/><path d="M250 550q0-30 30-30h440q30 0 30 30v60q-40 60-84 0-40 60-82 0-42 60-84 0-40 60-82 0-42 60-84 0-40 60-84 0z" fill="{w}"/><rect x="250" y="690" width="500" height="30" fill="{b-}" opacity=".6"/>
<rect x="330" y="380" width="340" height="140" rx="26" fill="{a}"/><path d="M330 404q0-24 26-24h288q26 0 26 24v40q-34 44-68 0-34 44-68 0-34 44-68 0-34 44-68 0-34 44-68 0z" fill="{a+}"/>
<g fill="{b}"><rect x="400" y="290" width="18" height="90" rx="9"/><rect x="491" y="270" width="18" height="110" rx="9"/><rect x="582" y="290" width="18" height="90" rx="9"/></g><g fill="{b+}"><path d="M409 280q-26-30 0-64 26 34 0 64zM500 260q-26-30 0-64 26 34 0 64zM591 280q-26-30 0-64 26 34 0 64z"/></g>`,
} as const
