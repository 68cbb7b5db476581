// What was typed into the form: always beside the page, wherever the page is shown.
const model = await (await fetch('model.json')).json()

document.body.style.setProperty('--ground', model.ground)
document.getElementById('title').textContent = model.title

const [logo] = model.logo
if (logo) {
  const image = document.getElementById('logo')
  image.src = logo.url
  image.hidden = false
}

document.getElementById('dishes').append(
  ...model.dishes.map(({ name, price }) => {
    const line = document.createElement('li')
    const [left, right] = [document.createElement('span'), document.createElement('span')]
    left.textContent = name
    right.textContent = price
    line.append(left, right)
    return line
  }),
)
