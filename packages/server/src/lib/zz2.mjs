import sharp from 'sharp'
import { readFileSync, writeFileSync } from 'node:fs'
const d='/tmp/files/i/'
const noise = await sharp({create:{width:900,height:700,channels:3,background:'red',noise:{type:'gaussian',mean:128,sigma:30}}}).raw().toBuffer()
const src=()=>sharp(noise,{raw:{width:900,height:700,channels:3}})
const out={}
for (const f of ['jpeg','png','webp','avif','gif']) { const b=await src()[f]().toBuffer(); writeFileSync(d+'a.'+f,b); for (const c of [0.5,0.9,0.99]) writeFileSync(d+`cut${c}.`+f,b.subarray(0,b.length*c|0)); const x=Buffer.from(b); x.fill(0x55, b.length*0.6|0, (b.length*0.6|0)+200); writeFileSync(d+'damaged.'+f,x)}
writeFileSync(d+'prog.jpeg', await src().jpeg({progressive:true}).toBuffer())
{const b=readFileSync(d+'prog.jpeg'); writeFileSync(d+'cutprog.jpeg', b.subarray(0,b.length*0.5|0))}
writeFileSync(d+'bomb.png', await sharp({create:{width:20000,height:20000,channels:3,background:'red'},limitInputPixels:false}).png({compressionLevel:9}).toBuffer())
writeFileSync(d+'ok90.png', await sharp({create:{width:10000,height:9000,channels:3,background:'red'},limitInputPixels:false}).png({compressionLevel:9}).toBuffer())
writeFileSync(d+'ok90.jpeg', await sharp({create:{width:10000,height:9000,channels:3,background:'red'},limitInputPixels:false}).jpeg({progressive:true}).toBuffer())
writeFileSync(d+'ok90.webp', await sharp({create:{width:10000,height:9000,channels:3,background:'red'},limitInputPixels:false}).webp({effort:0}).toBuffer())
writeFileSync(d+'turned.jpeg', await src().jpeg().withMetadata({orientation:6}).toBuffer())
const svg='<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 100"><rect width="200" height="100" fill="red"/></svg>'
writeFileSync(d+'a.svg',svg); writeFileSync(d+'cut.svg',svg.slice(0,100));
writeFileSync(d+'ext.svg','<svg xmlns="http://www.w3.org/2000/svg" width="99" height="50"><image href="file:///etc/passwd" width="5" height="5"/><script>alert(1)</script></svg>')
writeFileSync(d+'big.svg','<svg xmlns="http://www.w3.org/2000/svg" width="99999" height="99999"><rect/></svg>')
writeFileSync(d+'lol.svg','<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&b;</text></svg>')
writeFileSync(d+'page.html','<!doctype html><html><script>alert(1)</script><svg></svg></html>')
writeFileSync(d+'comment.svg','<!-- made by hand -->\n'+svg.slice(21)+'\n')
for (const f of ['/tmp/files/v/h.gif','/tmp/files/v/cut-h.gif','/tmp/files/v/cut2-h.gif', d+'cut0.9.gif', d+'a.gif', d+'cut0.99.gif']) for (const failOn of ['truncated','error','warning']) { const t=performance.now(); try { await sharp(f,{pages:-1,failOn}).stats(); console.log(f,failOn,'ok',performance.now()-t|0)} catch(e){console.log(f,failOn,e.message)} }
